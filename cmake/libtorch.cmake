# SPDX-License-Identifier: GPL-3.0-or-later
# stowage_find_libtorch(): the target stowage_libtorch (headers as SYSTEM, libraries), the property
# STOWAGE_LIBTORCH_VERSION and the variable STOWAGE_HAS_CUDA.
#
# Torch's own configuration (find_package(Torch)) is not read: of a LibTorch for CUDA it wants a
# compiler of kernels and a whole toolkit, and none of our sources has kernels. It would also find
# libraries by name, a distribution's before those that lie beside it.
set(STOWAGE_LIBTORCH_DIR "" CACHE PATH
    "LibTorch's folder, with include/ and lib/ (torch/ of a Python too); empty: what CMake finds")
option(STOWAGE_CUDA "Drive CUDA devices where LibTorch and its headers can" ON)

# The "2.11.0" of LibTorch's headers in FOLDER.
function(stowage_libtorch_version out folder)
    file(GLOB headers ${folder}/torch/headeronly/version.h
        ${folder}/torch/csrc/api/include/torch/version.h)
    set(version)
    foreach(header IN LISTS headers)
        file(STRINGS ${header} lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE ".* " "" number ${line})
            list(APPEND version ${number})
        endforeach()
    endforeach()
    list(JOIN version "." version)
    set(${out} "${version}" PARENT_SCOPE)
endfunction()

# Headers and runtime of CUDA for the LibTorch of FOLDER: the wheels beside it come before an
# installed toolkit, which may be older than what it was built with.
macro(stowage_find_cuda folder)
    file(GLOB wheels ${folder}/../nvidia/*)
    set(toolkits ${wheels} $ENV{CUDA_HOME} /usr/local/cuda)
    find_path(STOWAGE_CUDA_INCLUDE cuda_runtime_api.h HINTS ${toolkits} PATH_SUFFIXES include)
    # In a wheel of its own since CUDA 13.
    find_path(STOWAGE_CUDA_CRT crt/host_defines.h HINTS ${toolkits} PATH_SUFFIXES include)
    find_library(STOWAGE_CUDA_RUNTIME NAMES libcudart.so.13 libcudart.so.12 cudart NAMES_PER_DIR
        HINTS ${toolkits} PATH_SUFFIXES lib lib64)
endmacro()

function(stowage_find_libtorch)
    set(only)
    if(STOWAGE_LIBTORCH_DIR)
        set(only HINTS ${STOWAGE_LIBTORCH_DIR} NO_DEFAULT_PATH)
    endif()
    find_path(STOWAGE_LIBTORCH_INCLUDE ATen/ATen.h PATH_SUFFIXES include ${only} REQUIRED)
    find_library(STOWAGE_LIBTORCH_C10 c10 PATH_SUFFIXES lib ${only} REQUIRED)
    find_library(STOWAGE_LIBTORCH_CPU torch_cpu PATH_SUFFIXES lib ${only} REQUIRED)
    stowage_libtorch_version(version ${STOWAGE_LIBTORCH_INCLUDE})
    # One function that takes a string tells how they were built: the module takes strings from us.
    file(STRINGS ${STOWAGE_LIBTORCH_C10} old REGEX "c105ErrorC1ENS_14SourceLocationESs" LIMIT_COUNT 1)
    if(old)
        message(FATAL_ERROR "LibTorch ${version} in ${STOWAGE_LIBTORCH_C10} has the C++ ABI from "
            "before C++11, whose strings this program cannot share: take torch 2.7 or later from "
            "PyPI, or a LibTorch of \"cxx11 ABI\".")
    endif()

    add_library(stowage_libtorch INTERFACE)
    target_include_directories(stowage_libtorch SYSTEM INTERFACE
        ${STOWAGE_LIBTORCH_INCLUDE} ${STOWAGE_LIBTORCH_INCLUDE}/torch/csrc/api/include)
    target_link_libraries(stowage_libtorch INTERFACE ${STOWAGE_LIBTORCH_CPU} ${STOWAGE_LIBTORCH_C10})
    get_filename_component(folder ${STOWAGE_LIBTORCH_C10} DIRECTORY)
    find_library(STOWAGE_LIBTORCH_CUDA torch_cuda HINTS ${folder} NO_DEFAULT_PATH)
    find_library(STOWAGE_LIBTORCH_C10_CUDA c10_cuda HINTS ${folder} NO_DEFAULT_PATH)
    set(has_cuda OFF)
    if(STOWAGE_CUDA AND STOWAGE_LIBTORCH_CUDA)
        stowage_find_cuda(${folder}/..)
        if(STOWAGE_CUDA_INCLUDE AND STOWAGE_CUDA_CRT AND STOWAGE_CUDA_RUNTIME)
            set(has_cuda ON)
            target_include_directories(stowage_libtorch SYSTEM INTERFACE
                ${STOWAGE_CUDA_INCLUDE} ${STOWAGE_CUDA_CRT})
            # Its kernels announce themselves when they are loaded: no symbol asks for them.
            target_link_libraries(stowage_libtorch INTERFACE -Wl,--push-state,--no-as-needed
                ${STOWAGE_LIBTORCH_CUDA} -Wl,--pop-state ${STOWAGE_LIBTORCH_C10_CUDA}
                ${STOWAGE_CUDA_RUNTIME})
        else()
            message(STATUS "Stowage: this LibTorch has CUDA, but crt/host_defines.h, "
                "cuda_runtime_api.h or libcudart is missing (pip install 'cuda-toolkit[crt,cudart]')")
        endif()
    endif()
    message(STATUS "Stowage: LibTorch ${version}, real GPUs: ${has_cuda}")
    set_property(GLOBAL PROPERTY STOWAGE_LIBTORCH_VERSION "${version}")
    set(STOWAGE_HAS_CUDA ${has_cuda} CACHE INTERNAL "The back end drives CUDA devices")
endfunction()
